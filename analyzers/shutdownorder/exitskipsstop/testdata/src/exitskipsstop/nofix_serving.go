package exitskipsstop

import (
	"log"
	"net/http"
	"os"
	"os/exec"
)

// The successor runs, and the requests of this process are dropped.
type restarting struct{ srv *http.Server }

func (d *restarting) upgrade() {
	if err := exec.Command(os.Args[0]).Start(); err != nil {
		log.Print(err)
		return
	}
	os.Exit(0) // want `requests in flight are dropped: os\.Exit ends the process while srv serves, and upgrade does not shut it down`
}
