"""What is said before anything is installed, in the reader's language.  Python 3.6 and newer can read this file."""

import locale
import os
import subprocess
import sys
from contextlib import suppress

LANGUAGES = ("en", "ru", "cs")
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as for the house
TRANSLATIONS = {  # English: Russian, Czech
    "Ludoteka needs Python {oldest} or newer, but {program} is {version}.": (
        "Для Ludoteka нужен Python {oldest} или новее, а {program} — это версия {version}.",
        "Ludoteka potřebuje Python {oldest} nebo novější, ale {program} je verze {version}.",
    ),
    "Name a newer one: make PYTHON=python3.12 play": (
        "Укажите более новую версию: make PYTHON=python3.12 play",
        "Uveďte novější verzi: make PYTHON=python3.12 play",
    ),
    "Install a newer one from python.org, then open start.pyw again.": (
        "Установите более новую версию с сайта python.org и снова откройте start.pyw.",
        "Nainstalujte si novější verzi z python.org a znovu otevřete start.pyw.",
    ),
    "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv": (
        "Этот Python не умеет создавать виртуальные окружения. В Debian и Ubuntu поможет apt install python3-venv",
        "Tento Python neumí vytvářet virtuální prostředí. V Debianu a Ubuntu pomůže apt install python3-venv",
    ),
    "The packages cannot be downloaded. Connect to the internet, then start again.": (
        "Не удаётся скачать пакеты. Подключитесь к интернету и запустите снова.",
        "Balíčky nelze stáhnout. Připojte se k internetu a zkuste to znovu.",
    ),
    "The disk is full. Free some space, then start again.": (
        "Диск заполнен. Освободите место и запустите снова.",
        "Disk je plný. Uvolněte místo a zkuste to znovu.",
    ),
    "The installation failed. Mend the cause, then start again.": (
        "Установка не удалась. Устраните причину и запустите снова.",
        "Instalace se nezdařila. Odstraňte příčinu a zkuste to znovu.",
    ),
    "Installing with uv failed, so pip does it, which takes longer.": (
        "Установить через uv не удалось, поэтому устанавливает pip, а это дольше.",
        "Instalace přes uv se nezdařila, proto se instaluje pomocí pip, což trvá déle.",
    ),
    "numba, which makes the computer think faster, is installed while the house is open.": (
        "Библиотека numba, с которой компьютер думает быстрее, установится уже при открытом доме.",
        "Knihovna numba, s níž počítač přemýšlí rychleji, se doinstaluje, zatímco bude dům otevřený.",
    ),
    "Until numba is installed, the computer thinks more slowly.": (
        "Пока numba не установлена, компьютер думает медленнее.",
        "Dokud numba není nainstalovaná, počítač přemýšlí pomaleji.",
    ),
    "Installing {count} packages ...": ("Установка пакетов ({count}) ...", "Instalují se balíčky ({count}) ..."),
    "Installing {name} ({number} of {count} packages) ...": (
        "Установка {name} (пакет {number} из {count}) ...",
        "Instaluje se {name} (balíček {number} z {count}) ...",
    ),
    "Installing {count} packages: {names}, {size} MB to download ...": (
        "Установка пакетов ({count}): осталось скачать {names}, {size} МБ ...",
        "Instalují se balíčky ({count}); zbývá stáhnout: {names}, {size} MB ...",
    ),
    "Installing {count} packages: unpacking ...": (
        "Установка пакетов ({count}): распаковка ...",
        "Instalují se balíčky ({count}); rozbalují se ...",
    ),
    "Preparing the installation ...": ("Подготовка к установке ...", "Připravuje se instalace ..."),
    "Another window is already opening Ludoteka ...": (
        "Ludoteka уже открывается в другом окне ...",
        "Ludoteka se už otevírá v jiném okně ...",
    ),
    "Opening the house ...": ("Дом открывается ...", "Dům se otevírá ..."),
    "Ludoteka is closed.": ("Ludoteka закрыта.", "Ludoteka je zavřená."),
    "It closes with this window. Matches are kept.": (
        "Она закроется вместе с этим окном. Партии сохраняются.",
        "Zavře se spolu s tímto oknem. Partie zůstanou uložené.",
    ),
    "It closes with Ctrl-C. Matches are kept.": (
        "Чтобы закрыть её, нажмите Ctrl-C. Партии сохраняются.",
        "Zavřete ji klávesami Ctrl+C. Partie zůstanou uložené.",
    ),
    "Port {port} is taken by another program. Close that program, then start again.": (
        "Порт {port} занят другой программой. Закройте её и снова запустите Ludoteka.",
        "Port {port} používá jiný program. Ukončete ho a zkuste to znovu.",
    ),
    "Ludoteka has stopped because of a fault. Start it again.": (
        "Ludoteka остановилась из-за сбоя. Запустите её снова.",
        "Ludoteka se zastavila kvůli chybě. Spusťte ji znovu.",
    ),
    "Start again": ("Запустить снова", "Spustit znovu"),
    "Open in the browser": ("Открыть в браузере", "Otevřít v prohlížeči"),
    "Close": ("Закрыть", "Zavřít"),
}


def language() -> str:
    """Return the reader's language: "en", "ru" or "cs"."""
    wishes = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "") or _language_of_the_system()
    known = [wish[:2].lower() for wish in wishes.split(":") if wish[:2].lower() in LANGUAGES]
    return known[0] if known else LANGUAGES[0]


def _language_of_the_system() -> str:
    """Return the language of Windows or macOS, where a double click sets no variable."""
    if sys.platform == "win32":
        import ctypes  # only Windows needs it

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        with suppress(OSError, subprocess.CalledProcessError):
            return subprocess.check_output(["defaults", "read", "-g", "AppleLocale"]).decode()
    return ""


def say(text: str, **values: object) -> str:
    """Return a text in the reader's language."""
    return ((text,) + TRANSLATIONS[text])[LANGUAGES.index(language())].format(**values)
