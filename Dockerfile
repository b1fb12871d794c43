# Two images. `server`, the last one, needs a MongoDB replica set by MONGODB_URI; compose.yaml brings both. `aio` contains
# MongoDB: docker run -p 3000:3000 -v pinmark:/data ghcr.io/pinmark/pinmark:aio
# Base images are named by their digest, of all their platforms, which Dependabot renews.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /build
# The package manager in the version that package.json names.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm install --global --no-audit --no-fund "$(node -p 'require("./package.json").packageManager')"

# The packages that the server needs at run time, as locked. Install scripts are not run.
FROM base AS packages
COPY apps/api/package.json apps/api/
COPY packages/shared/package.json packages/shared/
COPY packages/follow/package.json packages/follow/
COPY packages/words/package.json packages/words/
RUN pnpm install --frozen-lockfile --prod --filter "@pinmark/api..."

# The same packages that `npm start` builds with: see scripts/bootstrap.mjs.
FROM base AS build
COPY . .
RUN pnpm install --frozen-lockfile --prod --filter pinmark --filter-prod "@pinmark/api..." --filter-prod "@pinmark/web..."
RUN node scripts/build.mjs

# The base images have no fonts, and the text of an SVG or a PDF is drawn with those of the system.
FROM base AS fonts
RUN apt-get update \
  && apt-get install --yes --no-install-recommends fonts-liberation2 fonts-noto-core fonts-noto-cjk

# What both images run, in one folder.
FROM scratch AS program
COPY --from=packages /build/node_modules /pinmark/node_modules
COPY --from=packages /build/apps/api /pinmark/apps/api
COPY --from=build /build/apps/api/dist /pinmark/apps/api/dist
COPY --from=build /build/apps/web/dist /pinmark/apps/web/dist
COPY --from=build /build/LICENSE /build/NOTICE /pinmark/

FROM mongo:8.0.30@sha256:6c4eb8d854839b400f80f60473ec31e0b5ecedb623ee7d8a56f0d816328710dc AS aio
LABEL org.opencontainers.image.title="Pinmark with MongoDB" \
  org.opencontainers.image.description="Visual feedback for web designs, with its database" \
  org.opencontainers.image.source="https://github.com/pinmark/pinmark" \
  org.opencontainers.image.licenses="MIT AND SSPL-1.0"
# Not /data/db, which the base image declares as a volume of its own.
ENV NODE_ENV=production PINMARK_RUN_BY=container DATA_DIR=/data/pinmark MONGOD_PATH=/usr/bin/mongod HOME=/tmp
# So that memory goes back to the system: see scripts/lib/server-process.mjs.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
WORKDIR /pinmark
RUN install -d -m 700 -o 1000 -g 1000 /data/pinmark
COPY --from=base /usr/local/bin/node /usr/local/bin/node
COPY --from=fonts /usr/share/fonts /usr/share/fonts
COPY --from=program / /
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --start-interval=1s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT []
# Without a shell or npm in between, so that SIGTERM reaches the server.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "apps/api/dist/main.js"]

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS server
LABEL org.opencontainers.image.title="Pinmark" \
  org.opencontainers.image.description="Visual feedback for web designs" \
  org.opencontainers.image.source="https://github.com/pinmark/pinmark" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production PINMARK_RUN_BY=container DATA_DIR=/data
# So that memory goes back to the system: see scripts/lib/server-process.mjs.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
WORKDIR /pinmark
# By number, so that a platform can see it is not root; the base image has this user.
RUN install -d -m 700 -o 1000 -g 1000 /data
COPY --from=fonts /usr/share/fonts /usr/share/fonts
COPY --from=program / /
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --start-interval=1s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between, so that SIGTERM reaches the server.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "apps/api/dist/main.js"]
