# What build.sh says, in the language of the system (LC_ALL, LC_MESSAGES or LANG): `usage`, and `say KEY VALUE...`.
# For the bash of every system: macOS has one without tables.

language=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
case $language in
  de* | it* | pt*) language=${language:0:2} ;;
  *) language=en ;;
esac

say() {
  local format
  format=$("words_$language" "$1")
  shift
  # shellcheck disable=SC2059 # the formats are below
  printf "$format\n" "$@"
}

usage() { "usage_$language"; }

words_en() {
  case $1 in
    error) echo 'error: %s' ;;
    install) echo 'please install: %s (the names of Debian’s packages; as root on Debian this script does it)' ;;
    apt) echo '  system: apt-get will install %s' ;;
    pip) echo '  python: pip will install into .venv what requirements.lock lists, if the hashes fit' ;;
    apt_failed) echo 'apt could not install %s; the end of its output is above, all of it in %s' ;;
    pip_failed) echo 'pip could not install the packages of requirements.lock; its words are above (no network? another file than the one locked?)' ;;
    old_python) echo 'Python 3.11 or later is needed, this is %s' ;;
    no_command) echo 'there is no command “%s”' ;;
    no_word) echo './build.sh %s: “%s” is not understood' ;;
  esac
}

words_de() {
  case $1 in
    error) echo 'Fehler: %s' ;;
    install) echo 'bitte installiere: %s (so heißen die Pakete bei Debian; als root auf Debian tut es dieses Skript)' ;;
    apt) echo '  System: apt-get wird installieren: %s' ;;
    pip) echo '  Python: pip wird in .venv installieren, was in requirements.lock steht, wenn die Prüfsummen stimmen' ;;
    apt_failed) echo 'apt konnte nicht installieren: %s; das Ende seiner Ausgabe steht oben, die ganze in %s' ;;
    pip_failed) echo 'pip konnte die Pakete aus requirements.lock nicht installieren; was es sagt, steht oben (kein Netz? eine andere Datei als die festgehaltene?)' ;;
    old_python) echo 'nötig ist Python 3.11 oder neuer, dies ist %s' ;;
    no_command) echo 'den Befehl „%s“ gibt es nicht' ;;
    no_word) echo './build.sh %s: „%s“ ist unbekannt' ;;
  esac
}

words_it() {
  case $1 in
    error) echo 'errore: %s' ;;
    install) echo 'installa: %s (i nomi dei pacchetti di Debian; come root su Debian lo fa questo script)' ;;
    apt) echo '  sistema: apt-get installerà %s' ;;
    pip) echo '  Python: pip installerà in .venv ciò che elenca requirements.lock, se le somme di controllo corrispondono' ;;
    apt_failed) echo 'apt non ha potuto installare %s; la fine di ciò che dice è qui sopra, il resto in %s' ;;
    pip_failed) echo 'pip non ha potuto installare i pacchetti di requirements.lock; ciò che dice è qui sopra (manca la rete? un file diverso da quello fissato?)' ;;
    old_python) echo 'serve Python 3.11 o più recente, questo è %s' ;;
    no_command) echo 'il comando «%s» non esiste' ;;
    no_word) echo './build.sh %s: «%s» non è previsto' ;;
  esac
}

words_pt() {
  case $1 in
    error) echo 'erro: %s' ;;
    install) echo 'instale: %s (os nomes dos pacotes do Debian; como root no Debian, este script fá-lo)' ;;
    apt) echo '  sistema: o apt-get vai instalar %s' ;;
    pip) echo '  Python: o pip vai instalar em .venv o que está em requirements.lock, se as somas de verificação coincidirem' ;;
    apt_failed) echo 'o apt não conseguiu instalar %s; o fim do que disse está acima, o resto em %s' ;;
    pip_failed) echo 'o pip não conseguiu instalar os pacotes de requirements.lock; o que disse está acima (sem rede? um ficheiro diferente do fixado?)' ;;
    old_python) echo 'é preciso Python 3.11 ou mais recente, este é %s' ;;
    no_command) echo 'o comando «%s» não existe' ;;
    no_word) echo './build.sh %s: «%s» não é reconhecido' ;;
  esac
}

usage_en() {
  cat <<'END'
usage: ./build.sh COMMAND

  serve [port]    build the web page, serve it on localhost (port 8000), rebuild when sources change
  rooms [port]    the same for everybody in the house: the page, and a service that keeps one table together on many
                  devices (docs/hosting.md; rooms --help says what can be set)
  build           build the web page into build/site
  run             start the game on this desktop
  test [args]     ruff, mypy and all tests; arguments go to pytest instead (./build.sh test tests/engine)
  test quick      the same without the tests that need a browser
  bench           measure engine and bots, natively and in the browser, how fast the page starts and how even its
                  frames are (bench PART: engine, bots, browser, start, thinking, answers, frames, games, fast)
                  (bench visits: open the page hundreds of times and count lost processes; hours)
                  (bench alone: play a game of each kind in the page to the end; a quarter of an hour)
                  (bench rooms: a thousand rooms on this machine; minutes, and it wants all processors)
  fuzz [seconds]  play random games and check the rules' invariants (60 seconds)
  fuzz pairs      play every pair of options that can be combined and compare each step with a second reading of the
                  rules (half an hour; fuzz pairs --help)
  arena [args]    let computer players play each other (docs/arena.md; --help says what there is)
  fast CMD [args] run arena, tune, puzzles, regression or bench with engine and players compiled to machine code:
                  the same games in about 60 % of the time (docs/arena.md)
  release         what people download: site as a zip, desktop game, sums, list of contents (build/release)
  lock            write the newest versions of all Python packages, with hashes, into requirements.lock
  clean [--all]   remove build results; with --all also .venv and the cache of downloads and compilers
  help            this text

Whatever is missing is listed and then installed: on Debian (as root) with apt; elsewhere you are told what to install.
Build results are cached in ${KONTOR_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kontor}.
KONTOR_PYTHON=path makes .venv with that Python, not with the first on the PATH that was built with its optimisations.
KONTOR_PYGAME_WHEEL=path uses a ready WebAssembly wheel of pygame-ce instead of compiling one (two minutes).
END
}

usage_de() {
  cat <<'END'
Aufruf: ./build.sh BEFEHL

  serve [Port]    die Webseite bauen, auf localhost bereitstellen (Port 8000), bei Änderungen der Quellen neu bauen
  rooms [Port]    dasselbe für alle im Haus: die Seite und ein Dienst, der einen Tisch auf vielen Geräten
                  zusammenhält (docs/hosting.md; rooms --help sagt, was sich einstellen lässt)
  build           die Webseite in build/site bauen
  run             das Spiel auf diesem Computer starten
  test [...]      ruff, mypy und alle Tests; Angaben gehen stattdessen an pytest (./build.sh test tests/engine)
  test quick      dasselbe ohne die Tests, die einen Browser brauchen
  bench           messen: Regelwerk und Computerspieler, nativ und im Browser, wie schnell die Seite startet und wie
                  gleichmäßig ihre Bilder kommen (bench TEIL: engine, bots, browser, start, thinking, answers,
                  frames, games, fast)
                  (bench visits: die Seite Hunderte Male öffnen und verlorene Prozesse zählen; Stunden)
                  (bench alone: von jedem Spiel eine Partie in der Seite zu Ende spielen; eine Viertelstunde)
                  (bench rooms: tausend Räume auf diesem Rechner; Minuten, und es braucht alle Prozessoren)
  fuzz [Sekunden] Zufallspartien spielen und die Regeln prüfen (60 Sekunden)
  fuzz pairs      alle Paare von Optionen spielen, die sich kombinieren lassen, und jeden Schritt mit einer zweiten
                  Lesart der Regeln vergleichen (eine halbe Stunde; fuzz pairs --help)
  arena [...]     Computer gegeneinander spielen lassen (docs/arena.md; --help sagt, was es gibt)
  fast BEFEHL     arena, tune, puzzles, regression oder bench mit Regelwerk und Spielern in Maschinencode:
                  dieselben Partien in etwa 60 % der Zeit (docs/arena.md)
  release         was man herunterlädt: Seite als zip, Spiel für den Desktop, Prüfsummen, Inhaltsliste (build/release)
  lock            die neuesten Versionen aller Python-Pakete mit Prüfsummen in requirements.lock schreiben
  clean [--all]   Gebautes löschen; mit --all auch .venv und die Ablage von Downloads und Compilern
  help            dieser Text

Was fehlt, wird genannt und dann installiert: auf Debian (als root) mit apt; anderswo steht da, was zu installieren ist.
Gebautes wird aufgehoben in ${KONTOR_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kontor}.
KONTOR_PYTHON=Pfad macht .venv mit diesem Python statt mit dem ersten im PATH, das mit Optimierungen gebaut ist.
KONTOR_PYGAME_WHEEL=Pfad nimmt ein fertiges WebAssembly-Wheel von pygame-ce, statt eines zu kompilieren (zwei Minuten).
END
}

usage_it() {
  cat <<'END'
uso: ./build.sh COMANDO

  serve [porta]   costruisce la pagina, la serve su localhost (porta 8000), la ricostruisce se cambiano i sorgenti
  rooms [porta]   lo stesso per tutti in casa: la pagina e un servizio che tiene insieme un tavolo su molti
                  dispositivi (docs/hosting.md; rooms --help dice che cosa si può impostare)
  build           costruisce la pagina in build/site
  run             avvia il gioco su questo computer
  test [...]      ruff, mypy e tutti i test; gli argomenti vanno invece a pytest (./build.sh test tests/engine)
  test quick      lo stesso senza i test che richiedono un browser
  bench           misura motore e giocatori, in modo nativo e nel browser, quanto è rapido l’avvio della pagina e quanto
                  sono regolari i fotogrammi (bench PARTE: engine, bots, browser, start, thinking, answers, frames,
                  games, fast)
                  (bench visits: apre la pagina centinaia di volte e conta i processi persi; ore)
                  (bench alone: gioca fino in fondo una partita di ogni gioco nella pagina; un quarto d’ora)
                  (bench rooms: mille stanze su questo computer; minuti, e gli servono tutti i processori)
  fuzz [secondi]  gioca partite a caso e verifica le regole (60 secondi)
  fuzz pairs      gioca tutte le coppie di opzioni combinabili e confronta ogni passo con una seconda lettura delle
                  regole (mezz'ora; fuzz pairs --help)
  arena [...]     fa giocare i computer tra loro (docs/arena.md; --help dice che cosa c’è)
  fast COMANDO    esegue arena, tune, puzzles, regression o bench con motore e giocatori in codice macchina:
                  le stesse partite in circa il 60 % del tempo (docs/arena.md)
  release         ciò che si scarica: sito come zip, gioco desktop, somme, elenco dei contenuti (build/release)
  lock            scrive in requirements.lock le versioni più recenti dei pacchetti Python, con le somme di controllo
  clean [--all]   elimina ciò che è stato costruito; con --all anche .venv e la cache di download e compilatori
  help            questo testo

Ciò che manca viene elencato e poi installato: su Debian (come root) con apt; altrove viene detto che cosa installare.
I risultati sono conservati in ${KONTOR_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kontor}.
KONTOR_PYTHON=percorso crea .venv con questo Python, non con il primo del PATH compilato con le ottimizzazioni.
KONTOR_PYGAME_WHEEL=percorso usa una wheel WebAssembly di pygame-ce già pronta invece di compilarla (due minuti).
END
}

usage_pt() {
  cat <<'END'
utilização: ./build.sh COMANDO

  serve [porta]   constrói a página, serve-a em localhost (porta 8000), reconstrói-a quando as fontes mudam
  rooms [porta]   o mesmo para todos em casa: a página e um serviço que mantém uma mesa unida em muitos
                  dispositivos (docs/hosting.md; rooms --help diz o que se pode definir)
  build           constrói a página em build/site
  run             inicia o jogo neste computador
  test [...]      ruff, mypy e todos os testes; os argumentos vão antes para o pytest (./build.sh test tests/engine)
  test quick      o mesmo sem os testes que precisam de um navegador
  bench           mede motor e jogadores, de forma nativa e no navegador, a rapidez do arranque da página e a
                  regularidade das imagens (bench PARTE: engine, bots, browser, start, thinking, answers, frames,
                  games, fast)
                  (bench visits: abre a página centenas de vezes e conta os processos perdidos; horas)
                  (bench alone: joga na página uma partida de cada jogo até ao fim; um quarto de hora)
                  (bench rooms: mil salas neste computador; minutos, e precisa de todos os processadores)
  fuzz [segundos] joga partidas ao acaso e verifica as regras (60 segundos)
  fuzz pairs      joga todos os pares de opções que se podem combinar e compara cada passo com uma segunda leitura das
                  regras (meia hora; fuzz pairs --help)
  arena [...]     põe computadores a jogar uns contra os outros (docs/arena.md; --help diz o que há)
  fast COMANDO    executa arena, tune, puzzles, regression ou bench com motor e jogadores em código de máquina:
                  as mesmas partidas em cerca de 60 % do tempo (docs/arena.md)
  release         o que se descarrega: sítio em zip, jogo para o computador, somas, lista do conteúdo (build/release)
  lock            escreve em requirements.lock as versões mais recentes dos pacotes de Python, com somas de verificação
  clean [--all]   elimina o que foi construído; com --all também .venv e a cache de transferências e compiladores
  help            este texto

O que falta é listado e depois instalado: no Debian (como root) com o apt; noutros sistemas é dito o que instalar.
Os resultados são guardados em ${KONTOR_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kontor}.
KONTOR_PYTHON=caminho cria .venv com esse Python, e não com o primeiro do PATH compilado com otimizações.
KONTOR_PYGAME_WHEEL=caminho usa uma wheel WebAssembly de pygame-ce já pronta em vez de compilar uma (dois minutos).
END
}
