"""Real programs: PostgreSQL, Redis, the proxies of deploy/, the terminal client, a long replay."""
