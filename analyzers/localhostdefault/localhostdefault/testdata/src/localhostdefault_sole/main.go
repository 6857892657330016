package main

import (
	"cmp"
	"net/http"
	"os"
)

// The variable is read once after the fix, and the imports that nothing else uses go.
func main() {
	resp, err := http.Get(cmp.Or(os.Getenv("PRICES_URL"), "http://localhost:8081")) // want `PRICES_URL defaults to http://localhost:8081`
	if err != nil {
		panic(err)
	}
	resp.Body.Close()
}
