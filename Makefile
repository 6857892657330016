.PHONY: all build test docs demo

all: build test

build:
	go build -o bin/lifecyclelint ./cmd/lifecyclelint

test:
	go test work

docs:
	go run ./internal/tools/docs

demo:
	go run ./cmd/lifecyclelint demo
