package main

import (
	"os"

	"example.com/hung"
)

func main() { // want `what hangs on lifecycle at hung/hung.go:13 never ends`
	os.Exit(run())
}

func run() int {
	hung.Poll()
	return 0
}
