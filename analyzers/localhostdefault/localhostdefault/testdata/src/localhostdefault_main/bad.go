package main

import (
	"flag"
	"fmt"
	"net/http"

	"github.com/alecthomas/kong"
	"github.com/spf13/viper"
	"github.com/urfave/cli/v2"
)

var flags = []*cli.StringFlag{
	{Name: "listen", Value: "localhost:8080"},
	&cli.StringFlag{Name: "store-url", Value: "http://localhost:1234"}, // want `store-url defaults to http://localhost:1234`
}

var args struct {
	Users string `name:"users-url" default:"http://localhost:8082"` // want `users-url defaults to http://localhost:8082`
}

func main() {
	kong.Parse(&args)
	addr := flag.String("listen", "localhost:8101", "address to listen on")
	core := flag.String("core-url", "http://localhost:8080", "base URL of the core server") // want `core-url defaults to http://localhost:8080`
	cache := flag.String("redis", "localhost:6379", "redis address")                        // want `redis defaults to localhost:6379`
	var users string
	flag.StringVar(&users, "users-url", "http://localhost:8081", "users") // want `users-url defaults to http://localhost:8081`
	flag.Parse()
	_ = cache
	viper.SetDefault("server.url", "http://localhost:8080") // want `server.url defaults to http://localhost:8080`
	_, _ = http.Get(viper.GetString("server.url"))
	http.HandleFunc("/", func(http.ResponseWriter, *http.Request) {
		_, _ = http.Get(*core + "/healthz")
		_, _ = http.Get(fmt.Sprintf("%s/users", users))
	})
	_ = http.ListenAndServe(*addr, nil)
}
