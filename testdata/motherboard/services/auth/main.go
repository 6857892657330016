// Command auth issues tokens for users who have proved who they are.
package main

import (
	"context"
	"crypto/rand"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/mongodb"
	"motherboard.example/platform/services/auth/internal/auth"
)

func main() {
	uri, err := env.Required("MONGODB_URI")
	if err != nil {
		log.Fatal(err)
	}
	client, err := mongodb.Connect(context.Background(), uri)
	if err != nil {
		log.Fatal(err)
	}
	tokens := client.Database("auth").Collection("tokens")
	sessions := auth.NewWebAuthnSessionStorage()

	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.POST("/webauthn/begin", func(c *gin.Context) {
		id, challenge := sessions.Begin(c.PostForm("user"))
		c.JSON(http.StatusOK, gin.H{"id": id, "challenge": challenge})
	})
	r.POST("/webauthn/finish", func(c *gin.Context) {
		user, ok := sessions.Finish(c.PostForm("id"), c.PostForm("challenge"))
		if !ok {
			c.Status(http.StatusUnauthorized)
			return
		}
		issue(c, tokens, user)
	})
	log.Fatal(r.Run(env.Or("LISTEN_ADDR", ":8085")))
}

func issue(c *gin.Context, tokens *mongo.Collection, user string) {
	token := rand.Text()
	if _, err := tokens.InsertOne(c.Request.Context(), bson.M{"_id": token, "user": user}); err != nil {
		c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, gin.H{"token": token})
}
