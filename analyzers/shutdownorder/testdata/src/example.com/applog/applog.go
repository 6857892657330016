// Package applog is a program's own logger.
package applog

import (
	"log"
	"os"
)

func Infof(format string, args ...any) { log.Printf(format, args...) }

// Fatal logs, and ends the process by a function that tests replace.
func Fatal(msg string) {
	log.Print(msg)
	exit(1)
}

var exit = os.Exit
