// Package severity is a logger whose functions are one, which gets a severity.
package severity

import "os"

const (
	Info = iota
	Fatality
)

func log(severity int, message string) {
	println(message)
	if severity >= Fatality {
		os.Exit(1)
	}
}

func Infof(message string)  { log(Info, message) }
func Fatalf(message string) { log(Fatality, message) }
