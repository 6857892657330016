package main

import (
	"flag"
	"net/http"

	"github.com/alecthomas/kong"
	"github.com/spf13/viper"
)

var args struct {
	Users string `name:"users-url" default:"http://localhost:8082"` // want `users-url defaults to .* low confidence`
}

// A tool that somebody runs by hand beside the server: localhost is right.
func main() {
	server := flag.String("server-url", "http://localhost:8080", "URL of the server")
	flag.Parse()
	kong.Parse(&args)
	_, _ = http.Get(*server)

	viper.SetDefault("server.url", "http://localhost:8080")
	_, _ = http.Get(viper.GetString("server.url"))
}

// A library: the one who registers the flags says where.
func flags(fs *flag.FlagSet) *string {
	return fs.String("users-url", "http://localhost:8090", "URL of the server") // want `users-url defaults to .* low confidence`
}
