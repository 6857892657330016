package localhostdefault

import "github.com/spf13/viper"

type platform struct{ db string }

// The platform says where the database is; without it nothing is deployed.
func fromPlatform(on bool, p platform) {
	if on {
		viper.SetDefault("warehouse.db.host", p.db)
	} else {
		viper.SetDefault("warehouse.db.host", "localhost") // want `warehouse.db.host defaults to localhost`
	}
}
