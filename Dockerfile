# An image with the tools, of the Debian packages of debian/.
#   docker build -t jacquard .
#   docker run --rm -v "$PWD:/work" jacquard cost shader.frag --gpu 740
FROM debian:12-slim AS build
ENV DEBIAN_FRONTEND=noninteractive
RUN apt-get update && apt-get install -y --no-install-recommends build-essential
COPY . /src/jacquard
WORKDIR /src/jacquard
RUN apt-get build-dep -y --no-install-recommends .
RUN DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage -us -uc -b
RUN mkdir /packages && cp ../jacquard_*.deb ../libjacquard0.1_*.deb ../python3-jacquard_*.deb /packages/

FROM debian:12-slim
ENV DEBIAN_FRONTEND=noninteractive
COPY --from=build /packages /packages
RUN apt-get update && apt-get install -y --no-install-recommends /packages/*.deb && rm -rf /packages /var/lib/apt/lists/*
RUN useradd --create-home jacquard
USER jacquard
WORKDIR /work
ENTRYPOINT ["jacquard"]
CMD ["--help"]
