#!/bin/sh
# A program that begins as an engine and goes wrong at its first move, in the way that is asked for.
# It answers everything else, so that matches get as far as that. One that leaves a family behind
# writes down who that is, and one that listens writes down what it is told.
while read -r line; do
  if [ "$1" = listen ]; then echo "$line" >>"$2"; fi
  case "$line" in
    genmove*)
      case "$1" in
        crash) echo "out of cells" >&2; exit 3 ;;
        hang) while :; do sleep 1; done ;;
        garbage) printf 'hello there\n\n' ;;
        flood) yes ;;
        family) sleep 1000 & echo $! >"$2"; while :; do sleep 1; done ;;
        illegal) printf '= a1\n\n' ;;
        nonsense) printf '= q\n\n' ;;
        refuse) printf '? I do not feel like it\n\n' ;;
        close) exec >&-; sleep 1 ;;
        resign | plane | listen) printf '= resign\n\n' ;;
      esac ;;
    'param_game topology'*)
      if [ "$1" = plane ]; then printf '? unknown parameter topology\n\n'; else printf '= \n\n'; fi ;;
    quit) printf '= \n\n'; exit 0 ;;
    *) printf '= \n\n' ;;
  esac
done
