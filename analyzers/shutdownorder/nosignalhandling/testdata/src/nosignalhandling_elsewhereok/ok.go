package main

import (
	"fmt"

	"nosignalhandling_elsewhereok/serve"
)

// The call returns, since main does more after it: what it mentions need not serve.
func main() {
	serve.Prepare()
	fmt.Println("ready")
}
