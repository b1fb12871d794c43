# Pinmark without a database: give it a MongoDB replica set with MONGODB_URI. compose.yaml brings both.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /build
# The package manager in the version that package.json names.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm install --global --no-audit --no-fund "$(node -p 'require("./package.json").packageManager')"

# The packages that the server needs at run time, as locked. Install scripts are not run.
FROM base AS packages
COPY apps/api/package.json apps/api/
COPY packages/shared/package.json packages/shared/
COPY packages/follow/package.json packages/follow/
RUN pnpm install --frozen-lockfile --prod --filter "@pinmark/api..."

FROM base AS build
COPY . .
RUN pnpm install --frozen-lockfile --filter "@pinmark/api..." --filter "@pinmark/web..."
RUN node scripts/build.mjs

# The base image has no fonts, and the text of an SVG is drawn with those of the system.
FROM base AS fonts
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-liberation2

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
# So that memory goes back to the system: see scripts/lib/server-process.mjs.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
WORKDIR /pinmark
# By number, so that a platform can see it is not root; the base image has this user.
RUN install -d -m 700 -o 1000 -g 1000 /data
COPY --from=fonts /usr/share/fonts /usr/share/fonts
COPY --from=packages /build/node_modules node_modules
COPY --from=packages /build/apps/api apps/api
COPY --from=build /build/apps/api/dist apps/api/dist
COPY --from=build /build/apps/web/dist apps/web/dist
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --start-interval=1s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between, so that SIGTERM reaches the server.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "apps/api/dist/main.js"]
