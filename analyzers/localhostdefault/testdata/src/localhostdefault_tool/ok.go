package main

import (
	"flag"
	"net/http"
)

// A tool that somebody runs by hand beside the server: localhost is right.
func main() {
	server := flag.String("server-url", "http://localhost:8080", "URL of the server")
	flag.Parse()
	_, _ = http.Get(*server)
}

// A library: the one who registers the flags says where.
func flags(fs *flag.FlagSet) *string {
	return fs.String("users-url", "http://localhost:8090", "URL of the server")
}
