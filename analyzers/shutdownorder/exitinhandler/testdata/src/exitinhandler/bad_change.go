package exitinhandler

import (
	"log"

	"github.com/spf13/viper"
)

type settings struct{ Addr string }

// A file that is half written when it is read ends the service.
func reload(current *settings) {
	viper.OnConfigChange(func(viper.Event) {
		if err := viper.Unmarshal(current); err != nil {
			log.Fatal(err) // want `one change of the configuration file ends the process, and with it all other work: log.Fatal exits in a function literal of reload`
		}
	})
}
