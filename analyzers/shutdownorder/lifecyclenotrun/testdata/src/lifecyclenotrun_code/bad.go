package main

import (
	"os"

	"example.com/hung"
)

func main() { // want `workers and hooks of lifecycle, used at hung/hung.go:13, are never stopped or run`
	os.Exit(run())
}

func run() int {
	hung.Poll()
	return 0
}
