package main

import (
	"log"

	"nosignalhandling_elsewhere/cmd"
)

func main() {
	err := cmd.Execute() // want `SIGTERM drops requests in flight: cmd\.Execute serves until the process is killed, and nothing handles the signal`
	if err != nil {
		log.Fatal(err)
	}
}
