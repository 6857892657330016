package main

import "log"

// The program does not end here.
func each(names []string) {
	for _, name := range names {
		if err := run([]string{name}); err != nil {
			log.Println(err)
		}
	}
}
