package main

import (
	"net/http"

	"gorm.io/gorm"
)

type errand struct{ id string }

type errands struct {
	db    *gorm.DB
	queue chan errand
}

// The row is stored by a method that returns no error by its type.
func (r *errands) trigger(w http.ResponseWriter, req *http.Request) {
	go r.execute(errand{req.FormValue("id")}) // want `the call of Create at line \d+ is lost when the program ends: nothing waits for r\.execute`
}

func (r *errands) execute(task errand) {
	r.db.Create(&task)
}

// What a goroutine puts into the queue of the workers tells no one that it has finished.
func (r *errands) retry(w http.ResponseWriter, req *http.Request) {
	go r.again(errand{req.FormValue("id")}) // want `the call of Create at line \d+ is lost when the program ends: nothing waits for r\.again`
}

func (r *errands) again(task errand) {
	if r.db.Create(&task).Error != nil {
		r.queue <- task
	}
}

func (r *errands) work() {
	go func() {
		for {
			task := <-r.queue
			if task.id == "" {
				return
			}
		}
	}()
}
