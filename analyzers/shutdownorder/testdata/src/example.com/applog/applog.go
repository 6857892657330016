// Package applog is a program's own logger.
package applog

import "log"

func Infof(format string, args ...any) { log.Printf(format, args...) }
