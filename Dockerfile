# The image has the Go command, which loads and builds what is analyzed.
FROM golang:1.26 AS build
WORKDIR /src
COPY . .
RUN GOWORK=off CGO_ENABLED=0 go build -trimpath -o /lifecyclelint ./cmd/lifecyclelint

FROM golang:1.26
COPY --from=build /lifecyclelint /usr/local/bin/lifecyclelint
WORKDIR /src
ENTRYPOINT ["lifecyclelint"]
CMD ["./..."]
