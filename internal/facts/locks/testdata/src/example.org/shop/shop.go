package shop

import "example.org/prices"

func Double(name string) { // want Double:`maps\[writes prices.prices, reads prices.prices\]`
	prices.Set(name, 2*prices.Of(name))
}
