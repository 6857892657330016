// Package main leaves serving, and the signal, to a package where it is reported.
package main

import (
	"os"

	"noshutdown_main/broker"
)

func main() { broker.Listen(os.Getenv("LISTEN_ADDR")) }
