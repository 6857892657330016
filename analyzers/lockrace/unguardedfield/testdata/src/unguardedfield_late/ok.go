package unguardedfieldlate

import (
	"fmt"
	"net/http"

	"unguardedfield_late/settings"
)

// What is set while the program starts, and before a wait, is safe.
func place(w http.ResponseWriter, _ *http.Request) {
	fmt.Fprintln(w, settings.Mode, settings.Region)
}

// The lock of the package guards its variable.
func owner(w http.ResponseWriter, _ *http.Request) {
	settings.Mu.Lock()
	defer settings.Mu.Unlock()
	fmt.Fprintln(w, settings.Owner)
}

// What the program reads while it starts is not read while the file is loaded again.
func banner() string { return settings.Current.Greeting }
