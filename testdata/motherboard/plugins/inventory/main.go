// Command inventory knows how many pieces of an article are in stock.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/pkg/mongodb"
	"motherboard.example/platform/plugins/internal/pluginkit"
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
	defer mongodb.Disconnect(client)

	r := pluginkit.New()
	r.POST("/articles/:id/reserve", reserve(client.Database("inventory").Collection("articles")))
	if err := r.Run(env.Or("LISTEN_ADDR", ":8096")); err != nil {
		log.Print(err)
	}
}

// reserve takes one piece out of the stock if there is one.
func reserve(articles *mongo.Collection) gin.HandlerFunc {
	return func(c *gin.Context) {
		result, err := articles.UpdateOne(c.Request.Context(),
			bson.M{"_id": c.Param("id"), "stock": bson.M{"$gt": 0}},
			bson.M{"$inc": bson.M{"stock": -1}})
		switch {
		case err != nil:
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		case result.ModifiedCount == 0:
			c.JSON(http.StatusConflict, gin.H{"error": "out of stock"})
		default:
			c.Status(http.StatusOK)
		}
	}
}
