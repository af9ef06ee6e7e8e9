"""Checker of engines: do they keep to GTP or NBoard?"""
