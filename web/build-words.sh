# What build.sh says, in the language of the system (LC_ALL, LC_MESSAGES or LANG): `usage`, and `say KEY VALUE...`.
# The texts are in assets/i18n/build.<language>.txt: lines KEY=FORMAT, an empty line, then the usage. They are read by
# bash alone, because a bare machine has no Python yet, and macOS has a bash without associative arrays.

texts=assets/i18n/build
language=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
language=${language%%[._@-]*}
[ -e "$texts.$language.txt" ] || language=en

say() {
  local key=$1 file line
  shift
  for file in "$texts.$language.txt" "$texts.en.txt"; do # a key missing from a language is taken from English
    while IFS= read -r line && [ -n "$line" ]; do
      case $line in
        "$key="*)
          # shellcheck disable=SC2059 # the formats are in the catalogue
          printf "${line#*=}\n" "$@"
          return
          ;;
      esac
    done <"$file"
  done
}

usage() {
  local line
  {
    while IFS= read -r line && [ -n "$line" ]; do :; done
    cat
  } <"$texts.$language.txt"
}
