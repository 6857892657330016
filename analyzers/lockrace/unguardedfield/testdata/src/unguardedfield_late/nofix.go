package unguardedfieldlate

import (
	"fmt"
	"net/http"

	"unguardedfield_late/settings"
)

func greet(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, settings.Current.Greeting, r.URL.Path) // want `data race: settings.Current.Greeting is read by requests, and settings.read writes settings.Current while the program runs: no mutex guards it`
}

func hosts(w http.ResponseWriter, _ *http.Request) {
	for _, host := range settings.Current.Hosts {
		fmt.Fprintln(w, host)
	}
}
