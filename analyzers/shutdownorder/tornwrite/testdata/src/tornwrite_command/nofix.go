package main

import (
	"log"
	"time"

	"tornwrite_command/state"
)

var settings struct{ File string }

func main() {
	values, err := state.Load(settings.File)
	if err != nil {
		log.Fatal(err)
	}
	done := make(chan struct{})
	go keep(values)
	<-done
}

// Another package overwrites the file.
func keep(values map[string]int) {
	for range time.Tick(time.Minute) {
		if err := state.Save(settings.File, values); err != nil { // want `leaves settings.File empty or truncated, and main reads it after the restart: state.Save overwrites it in place`
			log.Print(err)
		}
	}
}
