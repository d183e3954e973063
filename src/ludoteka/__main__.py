"""`python -m ludoteka` is the command `ludoteka`."""

from ludoteka.cli import main

if __name__ == "__main__":
    main()
