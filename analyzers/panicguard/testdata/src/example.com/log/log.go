// Package log is a program's own.
package log

func Infof(format string, args ...any) { println(format, len(args)) }
