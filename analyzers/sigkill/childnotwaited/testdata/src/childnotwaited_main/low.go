package main

import (
	"flag"
	"log"
	"net/http"
	"os/exec"
)

// One child, for as long as the program runs.
func main() {
	dev := flag.Bool("dev", false, "")
	flag.Parse()
	if *dev {
		assets := exec.Command("webpack-dev-server")
		err := assets.Start() // want `nothing calls assets\.Wait`
		if err != nil {
			log.Print(err)
		}
	}
	http.HandleFunc("/", run)
	if err := http.ListenAndServe(":8080", nil); err != nil {
		log.Print(err)
	}
}
