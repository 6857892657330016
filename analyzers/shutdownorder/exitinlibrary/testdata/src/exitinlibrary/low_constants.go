package rates

import (
	"log"

	"github.com/spf13/viper"
)

var bindings = map[string]string{"port": "RATES_PORT"}

// Configure fails for no name of a variable at all, and a program has one.
func Configure() error {
	for key, env := range bindings {
		if err := viper.BindEnv(key, env); err != nil {
			log.Fatal(err) // want `callers of Configure cannot handle the error`
		}
	}
	return nil
}
