#!/usr/bin/env bash
# Makes a check of the commit that says how many differences of a comparison nobody has decided about. A check that is
# required blocks a merge until it comes, so that one is made always: where nothing was compared, it says so and is neutral.
# A token that may not write, as for a fork, is a warning.
# RESULT: the file. TABLEREAD: words that spaces separate. COMMIT, NAME. GH_TOKEN, GITHUB_REPOSITORY: as GitHub sets them.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
told='The summary of the job says what it found.'
[ -s "$RESULT" ] && listed=$("${start[@]}" review "$RESULT") && told=$listed
# The file is in the artifact, and here for as long as the job runs.
told=${told//"$RESULT"/result.json}
title=$(grep -m 1 -E '^(needs review: |nothing is undecided|nothing was compared)' <<<"$told")
how=''
case $title in
  'needs review: '*)
    conclusion=action_required
    how="Download result.json of the artifact ${ARTIFACT:-tableread-report} into the project's folder, and decide there:"
    ;;
  'nothing is undecided'*) conclusion=success ;;
  *) conclusion=neutral title=${title:-nothing was compared} ;;
esac
fence='~~~~~~~~~~'
# An output takes 65,535 characters, and a title 255.
summary=$(printf '%s\n\n%s\n%s\n%s\n' "$how" "$fence" "$(sed 's/~~~~/----/g' <<<"${told:0:20000}")" "$fence")
gh api --silent --method POST "repos/$GITHUB_REPOSITORY/check-runs" -f "name=Tableread review${NAME:+ ($NAME)}" \
  -f "head_sha=$COMMIT" -f status=completed -f "conclusion=$conclusion" -f "output[title]=${title:0:250}" \
  -f "output[summary]=$summary" && exit 0
echo "::warning::$title; no check could say so: the token needs checks: write, which forks do not get"
