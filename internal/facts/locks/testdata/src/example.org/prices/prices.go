// Package prices accesses a map in a package variable without a lock, and another one with it.
package prices

import "sync"

var prices = map[string]int{}

func Of(name string) int { return prices[name] } // want Of:`maps\[reads prices.prices\]`

func Set(name string, price int) { // want Set:`maps\[writes prices.prices\]`
	set(name, price)
}

func set(name string, price int) { prices[name] = price }

func Later(name string, price int) { go set(name, price) }

func init() { prices["free"] = 0 }

var (
	mu     sync.Mutex
	visits = map[string]int{}
)

func Visit(name string) { // want Visit:`^$`
	mu.Lock()
	defer mu.Unlock()
	visits[name]++
}

// The variable itself is replaced without a lock, too.
var currency = "EUR"

func Currency() string { return currency } // want Currency:`maps\[reads prices.currency\]`

func SetCurrency(name string) { currency = name } // want SetCurrency:`maps\[writes prices.currency\]`
