# Tallylight as an image. The workflow `image.yml` builds it and tries it.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS pack
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm pack

FROM node:24-bookworm-slim AS install
COPY --from=pack /build/tallylight-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund --prefix /opt/tallylight /tmp/tallylight-*.tgz

FROM node:24-bookworm-slim
# The runtime trusts the certificates of the system, and the slim image has none.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=install /opt/tallylight /opt/tallylight
ENV PATH=/opt/tallylight/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production TALLYLIGHT_STATE=/data HOST=0.0.0.0
USER node
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8787}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tallylight"]
CMD ["start"]
