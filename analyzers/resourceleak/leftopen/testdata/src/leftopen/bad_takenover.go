package leftopen

import (
	"database/sql"
	"log"
	"net/http"
	"os"

	"github.com/spf13/viper"
)

var connected *sql.DB

func connect(source string) error {
	db, err := sql.Open("postgres", source) // want `db is opened again for each change of the configuration file, while the one before is open: nothing closes that when db takes its place at line 19: what it holds stays in use`
	if err != nil {
		return err
	}
	connected = db
	return nil
}

func watchPool(v *viper.Viper) error {
	v.OnConfigChange(func(viper.Event) {
		if err := connect(v.GetString("db")); err != nil {
			log.Print(err)
		}
	})
	return connect(v.GetString("db"))
}

// A struct around it is the same.
type runner struct{ *sql.DB }

var shared *runner

func openRunner(source string) (*runner, error) {
	db, err := sql.Open("postgres", source)
	if err != nil {
		return nil, err
	}
	return &runner{DB: db}, nil
}

func reloadRunner(source string) error {
	r, err := openRunner(source) // want `r is opened again each time that reloadRunner is called, while the one before is open`
	if err != nil {
		return err
	}
	shared = r
	return nil
}

var recording *os.File

func startRecording(w http.ResponseWriter, r *http.Request) {
	f, err := os.Create(r.FormValue("name")) // want `f is opened again for each request, while the one before is open`
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	recording = f
}

type recorder struct{ file *os.File }

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	f, err := os.Create(req.FormValue("name")) // want `recorder.file is opened again here while the one before is open`
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	r.file = f
}

func (r *recorder) Close() error { return r.file.Close() }
