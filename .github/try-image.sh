#!/usr/bin/env bash
# Tries the image `tallylight`: health, user, read-only root, backup, SIGTERM, a second start, a private certificate
# authority. Needs Docker and openssl. The workflow image.yml runs it.
set -euo pipefail

export ADMIN_TOKEN=image_admin_token_0123456789abcdef0123456789
folder=$(mktemp -d)
trap 'docker logs tallylight || true; docker rm --force tallylight service >/dev/null || true' ERR

inside() { docker exec tallylight "$@"; }

healthy() {
  for _ in $(seq 60); do
    if test "$(docker inspect --format '{{.State.Health.Status}}' tallylight)" = healthy; then return; fi
    sleep 2
  done
  return 1
}

# Prints the answer to: METHOD PATH [BODY].
api() {
  inside node -e '
    const [method, path, body] = process.argv.slice(1);
    const headers = { authorization: `Bearer ${process.env.ADMIN_TOKEN}`, "content-type": "application/json" };
    fetch(`http://127.0.0.1:8787${path}`, { method, headers, body }).then(async (answer) => console.log(await answer.text()))
  ' -- "$@"
}

ended() {
  docker stop tallylight
  test "$(docker inspect --format '{{.State.ExitCode}}' tallylight)" = 0
}

docker run --detach --name tallylight --read-only --tmpfs /tmp --env ADMIN_TOKEN tallylight
healthy
inside sh -c 'test "$(id -u)" = 1000 && ! touch /opt/tallylight/written && touch /data/written'
inside tallylight backup /data/backup.ndjson.gz
api POST /v1/watchlists '{"name":"Confirmed"}'
ended
docker start tallylight
healthy
api GET /v1/watchlists | grep '"Confirmed"'
ended
docker rm --volumes tallylight

# A service whose certificate is of an authority that no system knows.
cd "$folder"
new=(openssl req -x509 -newkey rsa:2048 -nodes -days 2)
"${new[@]}" -keyout ca.key -out ca.crt -subj "/CN=Private authority"
"${new[@]}" -CA ca.crt -CAkey ca.key -keyout key.pem -out cert.pem -subj /CN=service \
  -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:service
chmod -R a+rX .
docker network create private
docker run --detach --name service --network private --user root --volume "$folder:/private:ro" --entrypoint node tallylight -e '
  const [key, cert] = ["key", "cert"].map((name) => fs.readFileSync(`/private/${name}.pem`));
  https.createServer({ key, cert }, (_, answer) => {
    answer.setHeader("content-type", "application/json").end(`{"alive":true}`);
  }).listen(443)'
docker build --tag installed --file - . <<'END'
FROM tallylight
USER root
COPY ca.crt /usr/local/share/ca-certificates/
RUN update-ca-certificates
USER node
END
operation='{"method":"GET","path":"/live","query":{"user_id":"{userId}"},"verdict":"/alive","on":[true],"off":[false]}'

# A poll answers TEXT in a container of: TEXT, arguments of `docker run`.
polls() {
  docker run --detach --name tallylight --network private --volume "$folder:/private:ro" --env ADMIN_TOKEN \
    --env UPSTREAM_BASE_URL=https://service --env UPSTREAM_USERNAME=someone --env UPSTREAM_PASSWORD=secret \
    --env "UPSTREAM_OPERATIONS={\"live.check\":$operation}" "${@:2}"
  healthy
  local id
  id=$(api POST /v1/targets '{"kind":"live","name":"One","params":{"userId":"7012"}}' |
    sed --regexp-extended 's/.*"id":"(tgt_[^"]+)".*/\1/')
  api POST "/v1/targets/$id/poll" '{}' | grep "$1"
  ended
  docker rm --volumes tallylight
}

polls '"unreachable"' tallylight
polls '"verdict":"on"' --env NODE_EXTRA_CA_CERTS=/private/ca.crt tallylight
polls '"verdict":"on"' installed
docker rm --force service
docker network rm private
