package localhostdefault

import "github.com/spf13/viper"

type platform struct{ db string }

// The platform says where the database is; without it nothing is deployed.
func withPlatform(on bool, p platform) {
	if on {
		viper.SetDefault("warehouse.db.host", p.db)
		viper.SetDefault("search.engine.url", "http://search:9200")
	} else {
		viper.SetDefault("warehouse.db.host", "localhost")
		viper.SetDefault("search.engine.url", "http://localhost:9200") // want `search.engine.url defaults to http://localhost:9200`
		viper.SetDefault("stock.service.url", "http://localhost:8095") // want `stock.service.url defaults to http://localhost:8095`
	}
}
