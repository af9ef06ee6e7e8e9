"""The program's ends: options, help pages, files, exit codes, output."""
