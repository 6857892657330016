package localhostdefault

import "github.com/spf13/viper"

// What the platform says is no other machine's address, or nothing.
func withPlatform(on bool) {
	if on {
		viper.SetDefault("search.engine.url", "http://search:9200")
	} else {
		viper.SetDefault("search.engine.url", "http://localhost:9200") // want `search.engine.url defaults to http://localhost:9200`
		viper.SetDefault("stock.service.url", "http://localhost:8095") // want `stock.service.url defaults to http://localhost:8095`
	}
}
