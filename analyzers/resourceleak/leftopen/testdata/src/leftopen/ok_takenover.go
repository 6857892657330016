package leftopen

import (
	"database/sql"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/spf13/viper"
)

var (
	closedFile    *os.File
	swappedPool   *sql.DB
	madeOnce      *os.File
	lazily        *os.File
	flaggedFile   *os.File
	flaggedSet    bool
	recordingOnce sync.Once
	atStart       *os.File
	closedBefore  *os.File
)

// The earlier one is closed first.
func (l *logSetting) OnReload() error {
	if closedFile != nil {
		closedFile.Close()
	}
	f, err := os.Create(l.path)
	if err != nil {
		return err
	}
	closedFile = f
	log.SetOutput(f)
	return nil
}

// The earlier one is closed when the new one is in its place.
func reloadSwapped(source string) error {
	db, err := sql.Open("postgres", source)
	if err != nil {
		return err
	}
	old := swappedPool
	swappedPool = db
	if old != nil {
		defer old.Close()
	}
	return nil
}

// It runs once.
func recordOnce(w http.ResponseWriter, r *http.Request) {
	recordingOnce.Do(func() {
		f, err := os.Create("record")
		if err == nil {
			madeOnce = f
		}
	})
}

// There is none before.
func recordLazily(w http.ResponseWriter, r *http.Request) {
	if lazily == nil {
		f, err := os.Create("record")
		if err != nil {
			return
		}
		lazily = f
	}
}

// A flag says the same.
func recordFlagged(w http.ResponseWriter, r *http.Request) {
	if !flaggedSet {
		f, err := os.Create("record")
		if err != nil {
			return
		}
		flaggedFile = f
		flaggedSet = true
	}
}

// Nothing calls it again.
func openAtStart(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	atStart = f
	log.SetOutput(f)
	return nil
}

// What calls it closes the earlier one.
func openBefore(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	closedBefore = f
	return nil
}

func endBefore() { closedBefore.Close() }

func watchBefore(v *viper.Viper) error {
	v.OnConfigChange(func(viper.Event) {
		endBefore()
		if err := openBefore(v.GetString("file")); err != nil {
			log.Print(err)
		}
	})
	return openBefore(v.GetString("file"))
}

type firstRecorder struct{ file *os.File }

// There is none before.
func (r *firstRecorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if r.file != nil {
		return
	}
	f, err := os.Create(req.FormValue("name"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	r.file = f
}

func (r *firstRecorder) Close() error { return r.file.Close() }
