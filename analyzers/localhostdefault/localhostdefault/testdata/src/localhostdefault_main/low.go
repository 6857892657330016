package main

import (
	"flag"
	"net/http"
)

// A flag that is the variable of the environment by another name: its help tells of the
// default, and there are two ways to set it.
func documented() {
	orders := flag.String("orders-url", env("ORDERS_URL", "http://localhost:8083"), "URL of the orders") // want `ORDERS_URL defaults to http://localhost:8083`
	flag.Parse()
	_, _ = http.Get(*orders)
}
