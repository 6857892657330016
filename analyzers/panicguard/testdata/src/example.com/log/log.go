// Package log is a program's own.
package log

import "os"

func Infof(format string, args ...any) { println(format, len(args)) }

// Die ends the process.
func Die(args ...any) {
	println(len(args))
	os.Exit(1)
}
