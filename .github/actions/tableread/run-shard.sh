#!/usr/bin/env bash
# Runs one shard. What the agent did is judged when all shards are merged: this fails only where no result is left.
# TABLEREAD, COMMAND: words that spaces separate. SHARD: 2/3. RESULTS: the folder of results, each named by shard and attempt,
# since both results of a shard that runs again are there for the merge.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
read -ra words <<<"$COMMAND"
name=${SHARD/\//-of-}
file="$RESULTS/$name.${GITHUB_RUN_ATTEMPT:-1}.json"
mkdir -p "$RESULTS"
rm -f "$file"
"${start[@]}" "${words[@]}" --shard "$SHARD" --json "$file"
code=$?
echo "name=$name" >>"$GITHUB_OUTPUT"
# Where it could not begin, the file says why, for the merge.
if [ ! -s "$file" ] || head -c 400 "$file" | grep -q '"kind": *"no result"'; then
  echo "::error::shard $SHARD left no result (exit code $code): what it said stands above"
  exit $((code == 0 ? 1 : code))
fi
