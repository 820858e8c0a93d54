# SPDX-License-Identifier: MIT
# Completion for bash: commands, options and their choices, games, parameters and their choices, and files. The program
# itself says what there is, in its help and its lists. The package bash-completion finds this file where it is installed;
# without that package, source it. For a program with games of your own:
#
#   source completion.bash; complete -F _zermelo my_program
#
# shellcheck shell=bash

# _zermelo_section NAME: of a help text, the lines below a heading, without their indentation.
_zermelo_section() { sed -n "/^$1\$/,/^\([^ ]\|\$\)/s/^  \([^ ]\)/\1/p"; }

# _zermelo_offer WORD...: the words that go on from what has been typed. Bash replaces only what is behind the last of the
# characters that separate words for it, such as the = of a parameter.
_zermelo_offer() {
  local word
  for word in "$@"; do
    [[ $word == "$typed"* ]] && COMPREPLY+=("${word#"$kept"}")
  done
}

# _zermelo_offer_files BEFORE: the files whose path begins as what has been typed behind BEFORE.
_zermelo_offer_files() {
  local files
  mapfile -t files < <(compgen -f -- "${typed#"$1"}")
  ((${#files[@]})) || return 0
  compopt -o filenames 2> /dev/null # fails only where a script calls this
  _zermelo_offer "${files[@]/#/$1}"
}

# _zermelo_offer_value BEFORE NAME DESCRIPTION: what an option or an argument of that name takes.
_zermelo_offer_value() {
  local before=$1 name=$2 description=$3 choices=() pattern='^([a-z0-9_]+(, [a-z0-9_]+)* or [a-z0-9_]+)( \(|$)'
  case $name in
    GAME)
      mapfile -t choices < <("$program" list < /dev/null 2> /dev/null | cut -d ' ' -f 1)
      _zermelo_offer "${choices[@]/#/$before}"
      if [[ $description == *file* ]]; then _zermelo_offer_files "$before"; fi
      ;;
    FILE | FOLDER | TABLE | FIRST | SECOND) _zermelo_offer_files "$before" ;;
    *)
      [[ $description =~ $pattern ]] || return 0
      IFS=', ' read -ra choices <<< "${BASH_REMATCH[1]/ or /, }"
      _zermelo_offer "${choices[@]/#/$before}"
      ;;
  esac
}

# _zermelo_offer_parameters GAME WORD...: the parameters of a game that no word gives, or the choices of one.
_zermelo_offer_parameters() {
  local game=$1 given=" ${*:2}" line name
  if [[ $typed == @* ]]; then _zermelo_offer_files @; fi
  while IFS= read -r line; do
    name=${line%% *}
    if [[ $typed == "$name="@* ]]; then
      _zermelo_offer_files "$name=@"
    elif [[ $typed == "$name="* && $line =~ \(one\ of\ ([^()\;]*)[^()]*\)$ ]]; then
      # shellcheck disable=SC2086 # the choices are words
      set -- ${BASH_REMATCH[1]//,/ }
      _zermelo_offer "${@/#/$name=}"
    elif [[ $typed == "$name="* && $line == *'(the name of a file)' ]]; then
      _zermelo_offer_files "$name="
    elif [[ $typed == "$name="* && $line == *'(none, or '* ]]; then
      _zermelo_offer "$name=none"
    elif [[ $typed != *=* && $given != *" $name="* ]]; then
      _zermelo_offer "$name="
      compopt -o nospace 2> /dev/null
    fi
  done < <("$program" list "$game" < /dev/null 2> /dev/null | _zermelo_section parameters)
  return 0
}

_zermelo() {
  local program=${1/#~\//$HOME/} command='' help line i
  COMPREPLY=()

  # Words as the program gets them: = and : separate words for bash, and so does @.
  local words=() word last=''
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ $word =~ ^[=:][=:@]*$ || $last =~ ^[=:@]+$ ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    last=$word
  done
  local typed=${words[-1]} kept
  if [[ $last =~ ^[=:@]+$ ]]; then last=''; fi
  kept=${typed%"$last"}
  unset 'words[-1]'

  for word in "${words[@]:1}"; do
    if [[ $word != -* ]]; then
      command=$word
      break
    fi
  done
  # shellcheck disable=SC2086 # no word without a command
  help=$("$program" $command --help < /dev/null 2> /dev/null) || return 0

  # Options, and what they take: NAMES, a blank, VALUE, and ... if it may come again; or the description at once, behind
  # several blanks.
  local -A value=() described=()
  local names option
  while IFS= read -r line; do
    [[ $line =~ ^(-[^\ {]+)[^\ ]*(\ ([^\ ]*[^\ :])(\ \.\.\.)?)?(\ +(.*))?$ ]] || continue
    IFS=, read -ra names <<< "${BASH_REMATCH[1]}"
    for option in "${names[@]}"; do
      value[$option]=${BASH_REMATCH[3]%%:*}
      described[$option]=${BASH_REMATCH[6]}
    done
  done < <(_zermelo_section Options: <<< "$help")

  if [[ -z $command ]]; then
    if [[ $typed == -* ]]; then
      _zermelo_offer "${!value[@]}"
    else
      mapfile -t names < <(_zermelo_section Subcommands: <<< "$help" | cut -d ' ' -f 1)
      _zermelo_offer "${names[@]}"
    fi
    return 0
  fi

  # Arguments that stand before what is typed, without the options and their values.
  local arguments=() pending=''
  i=1
  while [[ ${words[i]} != "$command" ]]; do ((++i)); done
  for word in "${words[@]:i+1}"; do
    if [[ -n $pending ]]; then
      pending=''
    elif [[ $word != -* ]]; then
      arguments+=("$word")
    elif [[ -n ${value[$word]-} ]]; then
      pending=$word
    fi
  done
  option=${typed%%=*}
  if [[ -n $pending ]]; then
    _zermelo_offer_value '' "${value[$pending]}" "${described[$pending]}"
  elif [[ $typed == -*=* && -n ${value[$option]-} ]]; then
    _zermelo_offer_value "$option=" "${value[$option]}" "${described[$option]}"
  elif [[ $typed == -* ]]; then
    _zermelo_offer "${!value[@]}"
  else
    local positionals
    mapfile -t positionals < <(_zermelo_section Positionals: <<< "$help")
    line=${positionals[${#arguments[@]}]-}
    if [[ ${positionals[0]-} == GAME* && ${#arguments[@]} -gt 0 ]]; then
      _zermelo_offer_parameters "${arguments[@]}"
    elif [[ -n $line ]]; then
      _zermelo_offer_value '' "${line%% *}" "$line"
    fi
  fi
}

complete -F _zermelo zermelo
