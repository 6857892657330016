// Command task-tracker keeps the tasks of a workspace.
package main

import (
	"log"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"

	"motherboard.example/platform/pkg/env"
)

type task struct {
	Title string `json:"title"`
	Done  bool   `json:"done"`
}

// board holds the tasks, the newest last.
type board struct {
	mu    sync.RWMutex
	tasks []task
}

func (b *board) add(title string) (id int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks = append(b.tasks, task{Title: title})
	return len(b.tasks) - 1
}

func (b *board) all() []task {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return append([]task{}, b.tasks...)
}

func main() {
	var tasks board
	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.GET("/tasks", func(c *gin.Context) { c.JSON(http.StatusOK, tasks.all()) })
	r.POST("/tasks", func(c *gin.Context) {
		c.JSON(http.StatusCreated, gin.H{"id": tasks.add(c.PostForm("title"))})
	})

	addr := env.Or("LISTEN_ADDR", ":8095")
	log.Printf("task tracker on %s", addr)
	if err := r.Run(addr); err != nil {
		log.Fatal(err)
	}
}
