package g

import (
	"os/signal"
	"reflect"
)

// Symbols is what an interpreter knows by name: nothing is registered when the package is imported.
var Symbols = map[string]reflect.Value{}

func init() {
	Symbols["signal.Notify"] = reflect.ValueOf(signal.Notify)
}
