package exitinhandler

import (
	"log"
	"net/http"
	"os"
	"strconv"

	"example.com/applog"
	"github.com/gin-gonic/gin"
	"github.com/robfig/cron/v3"
)

var table = map[int]string{}

// The exit is in what the handler calls.
func show(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte(table[number(r.FormValue("id"))]))
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err) // want `one request ends the process, .*log.Fatal exits in show`
	}
	return n
}

// A goroutine that the handler starts.
func later(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	go func() {
		if err := os.Remove(name); err != nil {
			log.Fatal(err) // want `log.Fatal exits in later`
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}

// Results that the fix does not know.
func count(w http.ResponseWriter, name string) (int, error) {
	page, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err) // want `log.Fatal exits in count`
	}
	return w.Write(page)
}

func status(c *gin.Context) {
	if _, err := os.Stat("/srv/data"); err != nil {
		os.Exit(1) // want `one request ends the process, .*os.Exit exits in status`
	}
}

func nightly(c *cron.Cron) {
	c.AddFunc("@daily", func() {
		if err := os.RemoveAll("/tmp/old"); err != nil {
			os.Exit(2) // want `one job ends the process, .*os.Exit exits in a function literal of nightly`
		}
	})
	c.AddFunc("@hourly", rotate)
}

func rotate() {
	if err := os.Rename("/tmp/log", "/tmp/log.1"); err != nil {
		os.Exit(2) // want `one job ends the process, .*os.Exit exits in rotate`
	}
}

// What logs as this does is not known.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Tenant") == "" {
			applog.Fatal("tenant is missing") // want `applog.Fatal exits in a function literal of logged`
		}
		next.ServeHTTP(w, r)
	})
}

// A literal that the handler calls by a name.
func steps(w http.ResponseWriter, r *http.Request) {
	check := func() {
		if r.Body == nil {
			log.Fatal("no body") // want `log.Fatal exits in steps`
		}
	}
	check()
}
