#!/bin/sh
# Le serveur MCP de Pacerelle, version @VERSION@ : ce texte, puis une archive de son moteur (Deno) et de son code.
# Au premier démarrage l’archive est déballée, une fois, dans un dossier de cache que son empreinte nomme.
say() { printf 'pacerelle-mcp : %s\n' "$1" >&2; }
other='sinon, prenez la forme npm de ce serveur (Node.js 20 ou plus récent).'
elsewhere='indiquez dans PACERELLE_CACHE un dossier où ce compte peut écrire et exécuter.'

here="$(uname -s) $(uname -m)"
if [ "$here" != '@UNAME@' ]; then
  say "ce fichier est fait pour @UNAME@ et cette machine est $here : prenez le fichier fait pour elle ; $other"
  exit 1
fi

if [ -n "${PACERELLE_CACHE:-}" ]; then cache=$PACERELLE_CACHE
elif [ -n "${XDG_CACHE_HOME:-}" ]; then cache=$XDG_CACHE_HOME/pacerelle-mcp
elif [ -n "${HOME:-}" ]; then cache=$HOME/.cache/pacerelle-mcp
else say "ni HOME ni PACERELLE_CACHE n’est défini : $elsewhere"; exit 1
fi
home=$cache/@HASH@

# Copies that start at once may all unpack: what they rename into place is the same, file by file, so that the last one
# takes nothing from the others. The engine comes last: while it is missing, so may the rest be.
unpack() (
  umask 077
  mkdir -p "$home" 2>/dev/null && fresh=$(mktemp -d "$home/.new.XXXXXX" 2>/dev/null) ||
    { say "le dossier $home ne peut pas être écrit : $elsewhere"; exit 1; }
  trap 'rm -rf "$fresh"' EXIT
  trap 'exit 1' HUP INT TERM
  # What a start that was killed has left.
  find "$home" -maxdepth 1 -name '.new.*' -mmin +60 -exec rm -rf {} + 2>/dev/null
  tail -c +@OFFSET@ "$0" | gzip -dc 2>/dev/null | tar -xf - -C "$fresh" 2>/dev/null ||
    { say "l’archive n’a pas pu être déballée dans $home (disque plein ou fichier incomplet) : libérez de la place, ou téléchargez ce fichier de nouveau."; exit 1; }
  "$fresh/deno" --version >/dev/null 2>&1
  case $? in
    0) ;;
    126) say "le dossier $home interdit d’exécuter ce qu’il contient (noexec) : $elsewhere"; exit 1 ;;
    *) say "le moteur déballé ne démarre pas sur ce système ($here) : il lui faut la bibliothèque C habituelle (glibc) et un système récent ; $other"; exit 1 ;;
  esac
  # A machine that stops now must not find the names without what they name.
  sync "$fresh/server.mjs" "$fresh/deno" 2>/dev/null || sync
  mv -f "$fresh/server.mjs" "$home/server.mjs" && mv -f "$fresh/deno" "$home/deno" ||
    { say "le dossier $home ne peut pas être écrit : $elsewhere"; exit 1; }
)

# What earlier versions have left: all but the one that was started last and those that were started within a day. Each is
# moved aside first, so that a copy of it that starts now finds all or nothing; one that runs has its files open and goes on.
# The cache may be a folder that holds other things too: only what this script itself makes is known by its name.
sweep() {
  last=
  ls -t "$cache"/*/used 2>/dev/null | while IFS= read -r used; do
    old=${used%/used}
    case ${old##*/} in *[!0-9a-f]* | '@HASH@') continue ;; ????????????????) ;; *) continue ;; esac
    if [ -z "$last" ]; then last=$old; continue; fi
    [ -f "$old/server.mjs" ] && [ ! -L "$old" ] && [ -n "$(find "$used" -mmin +1440 2>/dev/null)" ] || continue
    mv "$old" "$home/.new.old.$$" 2>/dev/null && rm -rf "$home/.new.old.$$"
  done
}

if [ ! -x "$home/deno" ] || [ ! -f "$home/server.mjs" ]; then
  unpack || exit 1
  sweep
fi
{ true >"$home/used"; } 2>/dev/null
export DENO_DIR="$home/deno-dir" DENO_NO_UPDATE_CHECK=1
exec "$home/deno" run @FLAGS@ "$home/server.mjs" "$@"
