package tornwrite

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

const settingsFile = "settings.json"

var dataDir = "data"

type settings struct{ Theme string }

// The path is made of the same constant and variable.
func loadSettings() (s settings, err error) {
	data, err := os.ReadFile(filepath.Join(dataDir, settingsFile))
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(data, &s)
}

func putSettings(w http.ResponseWriter, r *http.Request) {
	s, err := loadSettings()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.Theme = r.FormValue("theme")
	data, _ := json.Marshal(s)
	path := filepath.Join(dataDir, settingsFile)
	if err := os.WriteFile(path, data, 0o600); err != nil { // want `leaves path empty or truncated, and loadSettings reads it`
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// The same function returns it.
func usersPath() string { return filepath.Join(dataDir, "users.json") }

func readUsers() (list []string) {
	data, err := os.ReadFile(usersPath())
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		return nil
	}
	return list
}

func SaveUsers(list []string) error {
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	err = os.WriteFile(usersPath(), data, 0o600) // want `leaves usersPath\(\) empty or truncated`
	return err
}

// A helper is passed it.
func write(path string, data []byte) error {
	return os.WriteFile(path, data, 0o600) // want `leaves jobsFile empty or truncated, and readJobs reads it`
}

const jobsFile = "jobs.json"

func readJobs() (list []string, err error) {
	data, err := os.ReadFile(jobsFile)
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(data, &list)
}

func saveEachMinute() {
	for {
		list, _ := readJobs()
		data, _ := json.Marshal(list)
		write(jobsFile, data)
		time.Sleep(time.Minute)
	}
}
